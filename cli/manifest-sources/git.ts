import { PlatformError } from '../../schema/errors.ts'
import type { ManifestSource } from '../../schema/manifest-source.ts'
import { runProgram } from '../documents/run-program.ts'
import { shownAddress } from '../documents/remote.ts'
import type { Io } from '../terminal/io.ts'

/*
 * Uses the git of this machine, so that its credential helpers, SSH keys, proxies and certificates apply. A repository is
 * not trusted: its symbolic links become plain files, and neither its hooks nor those of the user run.
 */
const settings = [
  'core.symlinks=false',
  'core.autocrlf=false',
  'core.hooksPath=/dev/null',
  'protocol.ext.allow=never',
].flatMap((setting) => ['-c', setting])

const environment = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_LFS_SKIP_SMUDGE: '1',
  // Set when qleetctl runs in a hook of another repository.
  GIT_DIR: undefined,
  GIT_WORK_TREE: undefined,
  GIT_INDEX_FILE: undefined,
}

/** Checks out a revision of a repository into an empty folder. Returns its commit. */
export async function checkOut(
  io: Io,
  { git: address = '', revision = 'HEAD', resolved }: ManifestSource,
  folder: string,
): Promise<string> {
  const wanted = resolved ?? revision
  const git = async (...args: string[]): Promise<{ text: string } | { failure: string }> => {
    const result = await runProgram(io, 'git', {
      args: [...settings, ...args],
      cwd: folder,
      env: environment,
    })
    if (result !== undefined) return result
    const message = `the source ${shownAddress(address)} needs git, which is not in the PATH`
    throw new PlatformError('INVALID_INPUT', `${message}. Install it: https://git-scm.com/downloads`)
  }
  const must = async (...args: string[]): Promise<string> => {
    const result = await git(...args)
    if ('text' in result) return result.text.trim()
    throw new PlatformError('INVALID_INPUT', describe({ address, wanted, failure: result.failure }))
  }
  const fetch = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--no-write-commit-graph']
  await must('init', '--quiet')
  const shallow = await git(...fetch, '--depth=1', '--', address, wanted)
  if ('failure' in shallow) {
    // A server need not serve a commit by its name, so a commit may require the whole history.
    if (!isCommit(wanted))
      throw new PlatformError('INVALID_INPUT', describe({ address, wanted, failure: shallow.failure }))
    await must(...fetch, '--', address, '+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*')
  }
  const commit = await must('rev-parse', '--verify', `${isCommit(wanted) ? wanted : 'FETCH_HEAD'}^{commit}`)
  await must('checkout', '--quiet', '--detach', commit)
  return commit
}

function isCommit(revision: string): boolean {
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(revision)
}

function describe({
  address,
  wanted,
  failure,
}: {
  address: string
  wanted: string
  failure: string
}): string {
  const at = `cannot read ${shownAddress(address)}`
  if (
    /couldn't find remote ref|unknown revision|Needed a single revision|not our ref|bad object/i.test(failure)
  )
    return `${at}: it has no branch, tag or full commit "${wanted}"`
  if (/could not read (Username|Password)|Authentication failed|Permission denied/i.test(failure))
    return `${at}: git has no credentials for it. Try: git ls-remote ${shownAddress(address)}`
  const said = failure.replace(/^fatal: /, '').replaceAll(/\s*\n\s*/g, ' ')
  return `${at}: git failed: ${said}`
}
