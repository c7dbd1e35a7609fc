import { bundlePrograms } from './program-bundles.ts'

/* Bundles the programs of a control plane. */

await bundlePrograms(
  [
    'embedded/main.ts',
    'server/main.ts',
    'server/manifests/thread.ts',
    'simulator/main.ts',
    'workers/main.ts',
    'workers/thread.ts',
    'workers/terraform/run/main.ts',
  ],
  'dist/programs',
)
