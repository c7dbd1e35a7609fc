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

/** Returns the parameters of a SeaweedFS that its chart has installed in a namespace. */
export function seaweedfsParameters(namespace: string): SeaweedfsParameters {
  const address = (part: string): string => `seaweedfs-${part}.${namespace}.svc.cluster.local`
  return {
    master: `${address('master')}:9333`,
    filer: `${address('filer')}:8888`,
    s3: { host: address('s3'), port: 8333 },
    region: 'us-east-1',
    image: 'docker.io/chrislusf/seaweedfs:4.44',
  }
}
