import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const run = promisify(execFile)

const Blob = z.object({ digest: z.string(), size: z.int() })
const Index = z.object({
  manifests: z.array(Blob.extend({ platform: z.object({ architecture: z.string() }).optional() })),
})
const Manifest = z.object({ config: Blob, layers: z.array(Blob) })
const Config = z.object({
  config: z.object({
    User: z.string(),
    Env: z.array(z.string()),
    Entrypoint: z.array(z.string()),
    Cmd: z.array(z.string()),
    WorkingDir: z.string(),
    ExposedPorts: z.record(z.string(), z.object({})),
    StopSignal: z.string(),
    Labels: z.record(z.string(), z.string()),
  }),
  rootfs: z.object({ diff_ids: z.array(z.string()) }),
})

/** An image of one platform in a layout of OCI. */
export interface UnpackedImage {
  manifest: z.infer<typeof Manifest>
  config: z.infer<typeof Config>
  /** The folder with its files. */
  root: string
  /** The file of a blob. */
  fileOf(blob: z.infer<typeof Blob>): string
}

/** Reads the first image of a layout, and unpacks its layers into a folder. */
export async function unpackImage(layout: string, root: string): Promise<UnpackedImage> {
  const fileOf = ({ digest }: { digest: string }): string => join(layout, 'blobs', digest.replace(':', '/'))
  const read = async <Shape extends z.ZodType>(shape: Shape, file: string): Promise<z.infer<Shape>> =>
    shape.parse(JSON.parse(await readFile(file, 'utf8')))
  const [all] = (await read(Index, join(layout, 'index.json'))).manifests
  const [image] = all === undefined ? [] : (await read(Index, fileOf(all))).manifests
  if (image === undefined) throw new Error(`${layout} has no image`)
  const manifest = await read(Manifest, fileOf(image))
  await mkdir(root, { recursive: true })
  for (const layer of manifest.layers) await run('tar', ['-xpzf', fileOf(layer), '-C', root])
  return { manifest, config: await read(Config, fileOf(manifest.config)), root, fileOf }
}

const isRoot = process.getuid?.() === 0

/**
 * Writes a program that stands in for Node.js, and runs a program of the image as a container engine would: without privileges and
 * with a file system that is read-only. Without the permission to do so, it runs Node.js and the libraries of the image by
 * their paths.
 */
export async function imageRunner({ root, config }: UnpackedImage, file: string): Promise<string> {
  const { Env, Entrypoint, User } = config.config
  const env = Env.filter((each) => !each.startsWith('QLEET_'))
  const enter = [
    'mount --bind "$0" "$0"',
    'mount -o remount,bind,ro "$0"',
    'mount -t tmpfs -o mode=1777 tmpfs "$0/tmp"',
    'mount -t proc proc "$0/proc"',
    // The new PATH has neither.
    `chroot=$(command -v chroot) && exec env ${env.join(' ')} $chroot --userspec=${User} "$0" ${Entrypoint.join(' ')} "$@"`,
  ]
  const contained = `exec unshare --mount /bin/sh -c '${enter.join(' && ')}' '${root}'`
  const byPath =
    `exec '${root}/lib64/ld-linux-x86-64.so.2' --library-path '${root}/usr/lib/x86_64-linux-gnu' ` +
    `'${root}/usr/local/bin/node' '${root}/opt/qleetos'`
  const script = (await mayContain()) ? `${contained} "$program"` : `${byPath}/"$1"`
  const program = 'case $1 in server/*|*/server/*) program=server ;; *) program=worker ;; esac'
  await writeFile(file, `#!/bin/sh\n${program}\n${script}\n`)
  await chmod(file, 0o755)
  return file
}

/** Reports whether this machine allows mounts and other root folders. */
export async function mayContain(): Promise<boolean> {
  return (
    isRoot &&
    (await run('unshare', ['--mount', 'mount', '--bind', '/', '/']).then(
      () => true,
      () => false,
    ))
  )
}
