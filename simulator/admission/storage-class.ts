import type { KubeObject } from '../storage/object.ts'

/** The annotation of the class for claims that name none. */
export const defaultClassAnnotation = 'storageclass.kubernetes.io/is-default-class'

/** Returns the class for claims that name none, if there is one. */
export function defaultStorageClass(classes: readonly KubeObject[]): string | undefined {
  return classes.find(({ metadata }) => metadata.annotations?.[defaultClassAnnotation] === 'true')?.metadata
    .name
}
