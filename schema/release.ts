export { release } from './generated/release.ts'

/** The response header with the release of the server. */
export const releaseHeader = 'x-qleet-release'
