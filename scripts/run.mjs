// Entry point of `npm start`, `npm run worker`, `npm test`, `npm run test:all`, `npm run dev`, `npm run bench`, `npm run chaos`,
// `npm run mutate`, `npm run docs` and `npm run release`. Uses only Node's own modules, because nothing is installed yet on the first call.
import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, install, must } from './prepare.mjs'
import { installNode, isSupported } from './supported-node.mjs'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

// Saves half of the time that Node takes to load the server's sources.
process.env.NODE_COMPILE_CACHE ??= path.join(root, '.cache/compile')

const children = new Set()
let isStopping = false
const stop = (signal) => {
  isStopping = true
  for (const child of children) child.kill(signal)
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
// npm runs a script through a shell. A signal to npm ends the shell, which does not forward it.
const parent = process.ppid
if (process.env.npm_lifecycle_event !== undefined)
  setInterval(() => {
    if (process.ppid !== parent && !isStopping) stop('SIGTERM')
  }, 200).unref()
// Another Node started this one, see below.
process.on('disconnect', () => stop('SIGTERM'))
process.channel?.unref()

/** Runs a command with our standard streams; resolves with its exit code. Forwards signals to it; after one, no further command is run. */
export const run = (command, args, options = {}) =>
  new Promise((resolve, reject) => {
    if (isStopping) process.exit(1)
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    children.add(child)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      children.delete(child)
      resolve(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1))
    })
  })

/** The channel closes when this process ends for any reason; the other process then ends too. */
const WITH_CHANNEL = { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }

if (!isSupported) {
  const programs = await installNode(root, run)
  if (programs === null) {
    console.error(
      `Assay needs Node.js 22.18 or newer, and this is ${process.version}: install one from https://nodejs.org, because npm's registry cannot be reached or has none for this machine.`,
    )
    process.exit(1)
  }
  // Programs that npm and the tasks start by name run on the same Node.
  process.env.PATH = `${programs}${path.delimiter}${process.env.PATH}`
  process.exit(await run(path.join(programs, 'node'), process.argv.slice(1), WITH_CHANNEL))
}

const [task = 'start', ...args] = process.argv.slice(2)

const tasks = {
  start: async () => {
    await install(root, run, { isForUse: true })
    // Commands on the data need no page.
    if (args.length === 0) {
      // The first start creates the database, which takes as long as the build.
      await build(root, run, { duringBuild: () => must(run, process.execPath, ['server/main.ts', 'migrate']) })
      // Nobody waits for the documentation: the server offers it as soon as it is built.
      void run(process.execPath, [fileURLToPath(import.meta.url), 'docs', '--in-background'], { stdio: 'ignore' })
    }
    return run(process.execPath, ['server/main.ts', ...args], WITH_CHANNEL)
  },
  worker: async () => {
    await install(root, run, { isForUse: true })
    return run(process.execPath, ['server/worker.ts', ...args], WITH_CHANNEL)
  },
  dev: async () => {
    await install(root, run)
    const { dev } = await import('./dev.mjs')
    return dev(root, run)
  },
  test: async () => {
    await install(root, run)
    const { test } = await import('./test.mjs')
    return test(root, run, args)
  },
  docs: async () => {
    const [option, ...names] = args
    const isInBackground = option === '--in-background'
    if (isInBackground) setPriority(constants.priority.PRIORITY_LOW)
    await install(root, run, { isForUse: isInBackground })
    if (option === '--pictures') {
      const { takePictures } = await import('./pictures.mjs')
      await takePictures(root, run, names)
    }
    const { buildDocs } = await import('./docs.mjs')
    await buildDocs(root, run)
    return 0
  },
  package: async () => {
    await install(root, run)
    const { writePackage } = await import('./package.mjs')
    await writePackage(root, run, { isComplete: args.includes('--complete') })
    return 0
  },
  release: async () => {
    await install(root, run)
    const { release } = await import('./release.mjs')
    return release(root, run)
  },
  bench: async () => {
    await install(root, run)
    await build(root, run)
    const { bench } = await import('./bench.mjs')
    return bench(root, run, args)
  },
  chaos: async () => {
    await install(root, run)
    return run(process.execPath, ['tests/chaos/main.ts', ...args])
  },
  mutate: async () => {
    const folder = path.join(root, 'tests/mutation')
    await install(root, run)
    await install(folder, run, { what: 'the mutation tester' })
    const stryker = path.join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js')
    const failed = await run(process.execPath, [stryker, 'run', 'tests/mutation/stryker.config.json', ...args])
    if (failed) return failed
    const { score } = await import('./mutation-score.mjs')
    return score(root, path.join(root, '.cache/mutation.json'))
  },
}

if (!(task in tasks)) {
  console.error(`There is no task ${task}: ${Object.keys(tasks).join(', ')}`)
  process.exit(1)
}
process.exitCode = await tasks[task]()
