import { fileURLToPath } from 'node:url'

/** The web pages as `npm run build:web` builds them. */
export const webFolder = fileURLToPath(new URL('../../dist/web/', import.meta.url))
