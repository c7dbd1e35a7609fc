import type { KubeObject } from '../storage/object.ts'

/** Marks the class that claims without one get. */
export const defaultClassAnnotation = 'storageclass.kubernetes.io/is-default-class'

/** The class claims without one get, when there is one. */
export function defaultStorageClass(classes: readonly KubeObject[]): string | undefined {
  return classes.find(({ metadata }) => metadata.annotations?.[defaultClassAnnotation] === 'true')?.metadata
    .name
}
