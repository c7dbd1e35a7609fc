import { join } from 'node:path'
import { installation } from '../../process/installation.ts'

/** The web pages as `npm run build:web` builds them. */
export const webFolder = join(installation, 'dist/web/')
