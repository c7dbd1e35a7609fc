import { buffer } from 'node:stream/consumers'
import { extract } from 'tar-stream'
import type { Entry } from './entry.ts'

/** Returns the files, folders and links of a tar archive. Hard links become files of their own. */
export async function unpackTar(archive: Buffer): Promise<Entry[]> {
  const files = new Map<string, Buffer>()
  const entries: Entry[] = []
  const reader = extract()
  reader.end(archive)
  for await (const entry of reader) {
    const { name, type, linkname, mode } = entry.header
    const data = await buffer(entry)
    const path = inImage(name)
    if (path === '' || path === '.') continue
    const content = contentOf(type, inImage(linkname ?? ''), { data, files })
    if ('read' in content) files.set(path, await content.read())
    entries.push({
      path,
      mode: mode & 0o7777,
      content: type === 'symlink' ? { link: linkname ?? '' } : content,
    })
  }
  return entries
}

function contentOf(
  type: string | null | undefined,
  target: string,
  { data, files }: { data: Buffer; files: ReadonlyMap<string, Buffer> },
): Entry['content'] {
  if (type === 'directory') return { folder: true }
  if (type !== 'link') return { read: () => data }
  const linked = files.get(target)
  if (linked === undefined) throw new Error(`the archive has a link to ${target}, which it lacks`)
  return { read: () => linked }
}

function inImage(name: string): string {
  return name.replace(/^(\.?\/)+/, '').replace(/\/+$/, '')
}

/** Returns the members of an archive of `ar`, the format of Debian packages: https://manpages.debian.org/deb.5 */
export function unpackAr(archive: Buffer): Map<string, Buffer> {
  const magic = '!<arch>\n'
  if (archive.toString('latin1', 0, magic.length) !== magic) throw new Error('it is no archive of ar')
  const members = new Map<string, Buffer>()
  for (let start = magic.length; start + 60 <= archive.length;) {
    const name = archive
      .toString('latin1', start, start + 16)
      .trim()
      .replace(/\/$/, '')
    const size = Number(archive.toString('latin1', start + 48, start + 58))
    const content = start + 60
    members.set(name, archive.subarray(content, content + size))
    // Members start at even offsets.
    start = content + size + (size % 2)
  }
  return members
}
