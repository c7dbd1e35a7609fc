/** The registries whose reports of pushes are understood. */
export const imageRegistries = ['dockerhub', 'ghcr', 'ecr', 'harbor', 'distribution'] as const
export type ImageRegistryName = (typeof imageRegistries)[number]

/** Below it, the paths to which registries report pushes. */
export const webhooksPath = '/v0/webhooks'
