/** The object of the control plane that resources in clusters belong to, as their labels say. */
export interface ResourceOwner {
  /** As its resources are labelled; not that of the object where it has taken back what a lost one had. */
  id: string
  kind: string
  /** Empty for global kinds. */
  project: string
  name: string
  /** Identity of the control plane, told from others that use the same clusters. */
  controlPlane: string
}
