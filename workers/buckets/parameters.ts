import { seaweedfsParameters } from '../../schema/profiles/types.ts'

/** What operations decide about buckets in SeaweedFS. */
export interface SeaweedfsParameters {
  /** The addresses of its servers in the cluster. */
  master: string
  filer: string
  s3: { host: string; port: number }
  /** The region with which requests are signed. SeaweedFS accepts any. */
  region: string
  /** The image whose shell manages buckets. */
  image: string
}

/**
 * Returns the parameters of a SeaweedFS that its chart has installed in a namespace: those that the profile of a bucket
 * decided, and defaults for the others.
 */
export function parametersIn(namespace: string, decided: unknown): SeaweedfsParameters {
  const { region, image } = seaweedfsParameters.parse(decided ?? {})
  const address = (part: string): string => `seaweedfs-${part}.${namespace}.svc.cluster.local`
  return {
    master: `${address('master')}:9333`,
    filer: `${address('filer')}:8888`,
    s3: { host: address('s3'), port: 8333 },
    region: region ?? 'us-east-1',
    image: image ?? 'docker.io/chrislusf/seaweedfs:4.44',
  }
}
