/** The object of the control plane that owns resources in clusters, as recorded in their labels. */
export interface ResourceOwner {
  /** The id in the labels. It differs from the id of an object that has re-adopted the resources of a lost object. */
  id: string
  kind: string
  /** Empty for global kinds. */
  project: string
  name: string
  /** The identity of the control plane, which distinguishes it from others that use the same clusters. */
  controlPlane: string
}
