declare module 'virtual:kinds' {
  import type { KindInfo } from './data/kind-info.ts'

  /** All kinds, in the order of the registry. */
  const kinds: readonly KindInfo[]
  export default kinds
}
