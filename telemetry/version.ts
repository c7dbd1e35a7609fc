import packageJson from '../package.json' with { type: 'json' }

/** Of QleetOS, as `qleetctl version` tells it. */
export const { version } = packageJson
