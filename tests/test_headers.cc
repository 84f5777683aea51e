// Nothing: the headers that all tests include are compiled with this file, once.
