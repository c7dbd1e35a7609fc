/* What the terminal says, in English. */

export const terminalText = {
  label: 'Terminal',
  input: (pod: string, container: string) => `Terminal in container ${container} of pod ${pod}`,
  pod: 'Pod',
  container: 'Container',
  shell: 'Shell',
  shells: { any: 'bash, or else sh', bash: 'bash', sh: 'sh' },
  ready: 'ready',
  notReady: 'not ready',
  open: 'Open a terminal',
  end: 'End',
  reconnect: 'Reconnect',
  readOut: 'Read lines out',
  closed: 'Run commands in a container',
  closedNote:
    'A shell starts with the permissions of the container. Opening it is recorded in the events of the object, with your name. It ends when you leave this tab, log out, or do nothing for half an hour.',
  help: 'Tab belongs to the shell. To leave the terminal by the keyboard, press Escape and then Tab. Ctrl-C copies what is selected, Ctrl-V pastes.',
  opening: 'Opening …',
  running: (command: string) => `Running ${command}`,
  ended: (exit: number) => `Ended with exit status ${exit}`,
  failed: 'Failed',
  lost: 'The connection to the server was lost, or refused. Reload the page if you have to log in again, then reconnect.',
  none: 'No pods',
  noneText: 'The object has no pods in its clusters at present.',
  refresh: 'Read the pods again',
  forbidden: (name: string) =>
    `${name} has no permission to operate this object, which terminals need. Ask an administrator.`,
  notRunning: (container: string, state: string) =>
    `Container ${container} is ${state}. A terminal needs a running container.`,
  commands: 'From your machine',
  exec: 'Run commands in your own terminal:',
  forward: 'Forward a local port to this pod:',
  noPorts: 'The containers declare no ports. Replace 80 by the port on which the program listens:',
  port: (port: number, name: string, container: string) =>
    `Port ${port}${name === '' ? '' : ` (${name})`} of container ${container}:`,
}
