/* oxlint-disable import/default -- Vite turns a module with ?worker into a worker class */
import JsonWorker from 'monaco-editor/esm/vs/language/json/json.worker.js?worker'
import EditorWorker from 'monaco-editor/esm/vs/editor/editor.worker.js?worker'
import GraphqlWorker from 'monaco-graphql/esm/graphql.worker.js?worker'

/** Starts the workers of the editors. The setup of GraphiQL itself prints a line to the console for each of them. */
window.MonacoEnvironment = {
  getWorker: (_: string, label: string) => {
    if (label === 'json') return new JsonWorker()
    return label === 'graphql' ? new GraphqlWorker() : new EditorWorker()
  },
}
