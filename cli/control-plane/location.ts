import { readFile, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import type { CommandContext } from '../context.ts'
import { homeFolder, nonEmpty } from '../settings/config-file.ts'
import type { Io } from '../terminal/io.ts'

/** The name and the data directory of a control plane on this machine. */
export interface LocalLocation {
  name: string
  dataDir: string
}

/** The addresses of a running control plane, as its supervisor writes them to `state.json`. */
export const ControlPlaneInfo = z.looseObject({
  name: z.string(),
  pid: z.number(),
  dataDir: z.string(),
  serverUrl: z.string(),
  workerUrl: z.string(),
  simulatorUrl: z.string(),
  tokenFile: z.string(),
  startedAt: z.string(),
  /** Postgres and NATS: version, origin and an optional warning. Absent in files of earlier releases. */
  programs: z
    .record(z.string(), z.object({ version: z.string(), origin: z.string(), notice: z.string().optional() }))
    .optional(),
})
export type ControlPlaneInfo = z.infer<typeof ControlPlaneInfo>

/** Returns the selected control plane: by name or data directory, else the current one if local, else "local". */
export async function localLocation(
  { io, config }: CommandContext,
  options: { name: string | undefined; data: string | undefined },
): Promise<LocalLocation> {
  const { QleetOSInstances: instances, CurrentInstance: current } = await config.read()
  const given = options.data === undefined ? undefined : await canonicalPath(resolve(io.cwd, options.data))
  const byData = instances.find(({ DataDir }) => given !== undefined && DataDir === given)
  const byCurrent = instances.find(
    ({ Name, DataDir }) => given === undefined && Name === current && DataDir !== undefined,
  )
  const name = options.name ?? byData?.Name ?? byCurrent?.Name ?? 'local'
  const known = instances.find(({ Name }) => Name === name)
  return {
    name,
    dataDir: given ?? (await canonicalPath(known?.DataDir ?? join(dataFolder(io), 'qleet', name))),
  }
}

/** Resolves symbolic links in the existing part of a path, so that one folder always has one path. */
async function canonicalPath(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(await canonicalPath(parent), basename(path))
  }
}

function dataFolder(io: Io): string {
  return nonEmpty(io.env['XDG_DATA_HOME']) ?? join(homeFolder(io), '.local', 'share')
}

/** Reads the `state.json` that the supervisor writes once ready. Returns undefined before, and after a clean stop. */
export async function readInfo(dataDir: string): Promise<ControlPlaneInfo | undefined> {
  const text = await readFile(join(dataDir, 'state.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return ControlPlaneInfo.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

export async function readPid(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'control-plane.pid'), 'utf8').catch(() => '')
  return /^\d+\s*$/.test(text) ? Number(text) : (await readInfo(dataDir))?.pid
}
