import packageJson from '../package.json' with { type: 'json' }

/** The release of QleetOS that this code is of, as `qleetctl version` tells it. */
export const release = packageJson.version

/** Header in which servers say with each answer of which release they are. */
export const releaseHeader = 'x-qleet-release'
