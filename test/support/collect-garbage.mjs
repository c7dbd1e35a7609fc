/* Loaded before a program by `--import`, with `--expose-gc`: it collects its garbage when it gets SIGUSR2. */
process.on('SIGUSR2', () => globalThis.gc())
