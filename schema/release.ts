export { release } from './generated/release.ts'

/** Header in which servers say with each answer of which release they are. */
export const releaseHeader = 'x-qleet-release'
