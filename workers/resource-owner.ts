/** The object of the control plane that resources in clusters belong to, as their labels say. */
export interface ResourceOwner {
  /** As its resources are labelled; not that of the object where it has taken back what a lost one had. */
  id: string
  kind: string
  /** Empty for global kinds. */
  project: string
  name: string
  /** Undefined while the servers are of a release that does not tell it. */
  controlPlane: string | undefined
}
