#!/usr/local/bin/node
// The entry point of the image: `server` and `worker` run these programs with the settings of the environment, everything
// else is a command of qleetctl.
const home = '/opt/qleetos'
const [command, ...rest] = process.argv.slice(2)
const programs = { server: 'dist/programs/server/main.mjs', worker: 'dist/programs/workers/main.mjs' }
const program =
  rest.length === 0 && Object.hasOwn(programs, command ?? '') ? programs[command] : 'dist/cli/qleetctl.mjs'
void import(`${home}/${program}`)
