/* oxlint-disable import/default -- Vite makes the modules of workers, which have a default export */
import JsonWorker from 'monaco-editor/esm/vs/language/json/json.worker.js?worker'
import EditorWorker from 'monaco-editor/esm/vs/editor/editor.worker.js?worker'
import GraphqlWorker from 'monaco-graphql/esm/graphql.worker.js?worker'

/** Starts the workers of the editors. The setup of GraphiQL itself prints a line to the console for each of them. */
function getWorker(_: string, label: string): Worker {
  if (label === 'json') return new JsonWorker()
  return label === 'graphql' ? new GraphqlWorker() : new EditorWorker()
}

Reflect.set(globalThis, 'MonacoEnvironment', { getWorker })
