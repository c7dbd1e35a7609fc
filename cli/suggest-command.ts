import { mostSimilar } from '../schema/similar.ts'

/** Commands by the names that similar tools use for the same purpose. */
const synonyms: Readonly<Record<string, string>> = {
  list: 'get',
  ls: 'get',
  ps: 'get',
  show: 'describe',
  inspect: 'describe',
  deploy: 'apply',
  run: 'apply',
  install: 'apply',
  rm: 'delete',
  remove: 'delete',
  destroy: 'delete',
  uninstall: 'delete',
  start: 'up',
  serve: 'up',
  stop: 'down',
  attach: 'exec',
  bash: 'exec',
  debug: 'exec',
  sh: 'exec',
  shell: 'exec',
  ssh: 'exec',
  forward: 'port-forward',
  proxy: 'port-forward',
  log: 'logs',
  tail: 'logs',
  watch: 'get --watch',
  audit: 'events',
  changes: 'events',
  revisions: 'history',
  sync: 'reconcile',
  refresh: 'reconcile',
  import: 'runtime import',
  info: 'cluster-info',
  health: 'status',
  doctor: 'status',
  kinds: 'api-resources',
  resources: 'api-resources',
  docs: 'explain',
  man: 'help',
  login: 'config use-context',
  logout: 'config delete-context',
  use: 'config use-context',
  switch: 'config use-context',
  ctx: 'config use-context',
  context: 'config use-context',
  contexts: 'config get-contexts',
  user: 'whoami',
}

/** Returns the command that the user probably meant, from the names of known commands. */
export function suggestCommand(given: string, names: readonly string[]): string | undefined {
  const synonym = synonyms[given.toLowerCase()]
  const isKnown = (command: string): boolean =>
    names.some((name) => command === name || command.startsWith(`${name} `))
  return synonym !== undefined && isKnown(synonym) ? synonym : mostSimilar(given, names)
}
