import { z } from 'zod'
import { TerminalSize } from './cluster-queries.ts'

/*
 * The messages of a terminal over a WebSocket at `terminalPath`, between a page of the console and a server. Typed and written
 * bytes are binary messages; all else is JSON. The first message of the page is an OpenTerminal.
 */

const name = z.string().min(1).max(253)

/** Opens a shell in a container of an object. */
export const OpenTerminal = z.strictObject({
  /** ID of the object that the pod belongs to. */
  objectId: z.string().regex(/^\d{1,19}$/),
  /** ID of the KubernetesRuntimeInstance that the pod is in. */
  runtimeId: z.string().regex(/^\d{1,19}$/),
  namespace: name,
  pod: name,
  container: name,
  /** `any` is bash, or sh if the container has no bash. */
  shell: z.enum(['any', 'bash', 'sh']),
  size: TerminalSize,
})
export type OpenTerminal = z.infer<typeof OpenTerminal>

/** What a page sends besides typed bytes. */
export const TerminalMessage = z.union([
  z.strictObject({ size: TerminalSize }),
  /** The number of written bytes that the page has shown since its last message of this kind. */
  z.strictObject({ shown: z.int().min(1) }),
])
export type TerminalMessage = z.infer<typeof TerminalMessage>

/** What a server sends besides written bytes. The last two are its last message. */
export type TerminalEvent =
  | { event: 'started'; command: readonly string[] }
  | { event: 'ended'; exit: number }
  | { event: 'failed'; code: string; message: string }

/** The most bytes of a message of a page. */
export const maxTyped = 32_768

/** The most written bytes that a server sends before the page has shown some of them. */
export const maxUnshown = 512_000
