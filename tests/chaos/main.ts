// `npm run chaos`: several servers behind nginx work for agents and viewers, while servers, database, storage and proxy fail at random.
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { listProjects } from '../../contract/projects/projects.ts'
import { ask } from '../server/support/app.ts'
import { findNginx } from '../server/support/nginx.ts'
import { findPostgres } from '../server/support/postgres-binaries.ts'
import { exchangeToken } from '../server/support/served.ts'
import { runAgent, runImporter } from './agent.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { faultsOf, strike } from './faults.ts'
import { createLedger } from './ledger.ts'
import { tallyUp } from './tally.ts'
import { openViewer } from './viewer.ts'

const AGENTS_WITH_KEYS = 4
const AGENTS_WITHOUT_KEYS = 2
const VIEWERS = 3
const PAUSE_MS = 50
/** How long agents may take for their last launch, after all servers work again. */
const END_MS = 120_000

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    minutes: { type: 'string', default: '3' },
    nodes: { type: 'string', default: '2' },
  },
})
const [seed, minutes, size] = [Number(values.seed), Number(values.minutes), Number(values.nodes)]
const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Resolves with whether nothing was lost or stored twice. */
const run = async (cluster: Cluster): Promise<boolean> => {
  const { url } = cluster
  const token = await exchangeToken(url)
  const project = (await ask({ url }, listProjects, { token, query: {} })).items.find(({ key }) => key === 'DEF')
  if (project === undefined) throw new Error('the servers have not created the project DEF')
  const ledger = createLedger()
  const viewers = Array.from({ length: VIEWERS }, () => openViewer({ url, token, projectId: project.id }))
  const ending = new AbortController()
  const shared = {
    url,
    token,
    ledger,
    ending: ending.signal,
    pauseMs: PAUSE_MS,
    onStart: (id: number) => viewers.forEach((viewer) => viewer.followLaunch(id)),
    onEnd: (id: number) => viewers.forEach((viewer) => viewer.leaveLaunch(id)),
  }
  const agents = Array.from({ length: AGENTS_WITH_KEYS + AGENTS_WITHOUT_KEYS }, (_, index) =>
    runAgent({ ...shared, name: `agent-${index + 1}`, hasKeys: index < AGENTS_WITH_KEYS }),
  )
  agents.push(runImporter({ ...shared, name: 'importer', hasKeys: true }))

  const begun = Date.now()
  const end = begun + minutes * 60_000
  for (const fault of faultsOf(seed, Math.ceil(minutes * 60) + 1)) {
    await setTimeout(Math.min(fault.pauseMs, Math.max(0, end - Date.now())))
    if (Date.now() >= end) break
    const at = ((Date.now() - begun) / 1000).toFixed(1).padStart(6)
    const node = fault.what.startsWith('node') ? ` (${cluster.nodes[fault.node % size]?.name})` : ''
    print(`${at} s  ${fault.what}${node}, for ${(fault.outageMs / 1000).toFixed(1)} s`)
    await strike(cluster, fault)
  }
  ending.abort()
  const late = setTimeout(END_MS, 'late', { ref: false })
  if ((await Promise.race([Promise.all(agents), late])) === 'late') ledger.complain('agents wait for answers in vain')

  const tallies = await tallyUp({ url, token }, ledger)
  const seen = await Promise.all(viewers.map((viewer) => viewer.settle()))
  const rows = [
    ...tallies.map(({ kind, acknowledged, stored, lost, duplicated }) => ({
      what: kind,
      acknowledged,
      stored,
      lost: lost.length,
      duplicated: duplicated.length,
    })),
    ...seen.map(({ events, lost, duplicated }, index) => ({
      what: `events of viewer ${index + 1}`,
      acknowledged: events,
      stored: events - lost,
      lost,
      duplicated,
    })),
  ]
  console.table(Object.fromEntries(rows.map(({ what, ...row }) => [what, row])))
  for (const { lost, duplicated } of tallies)
    for (const name of [...lost, ...duplicated].slice(0, 10)) print(`  lost or duplicated: ${name}`)
  for (const complaint of ledger.complaints.slice(0, 20)) print(`  unexpected: ${complaint}`)
  const longest = Math.max(...viewers.map((viewer) => viewer.longestGapMs()))
  print(`longest gap that a viewer saw: ${(longest / 1000).toFixed(1)} s`)
  print(`viewers loaded their lists again: ${seen.reduce((sum, { reloads }) => sum + reloads, 0)} times`)
  print(`repeat with: npm run chaos -- --seed ${seed} --minutes ${minutes} --nodes ${size}`)
  await Promise.all(viewers.map((viewer) => viewer.close()))
  return ledger.complaints.length === 0 && rows.every(({ lost, duplicated }) => lost === 0 && duplicated === 0)
}

const start = async (): Promise<number> => {
  if (![seed, minutes, size].every((number) => Number.isFinite(number) && number > 0)) {
    print('--seed, --minutes and --nodes are numbers above 0')
    return 2
  }
  const [postgres, nginx] = [findPostgres(), findNginx()]
  if (postgres === null || nginx === null) {
    print(
      `not installed: ${[...(postgres === null ? ['PostgreSQL'] : []), ...(nginx === null ? ['nginx'] : [])].join(' and ')}`,
    )
    return 2
  }
  print(`seed ${seed}: ${size} servers for ${minutes} minutes`)
  const cluster = await startCluster({ postgres, nginx }, size)
  const stop = (): void => void cluster.close().then(() => process.exit(130))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    return (await run(cluster)) ? 0 : 1
  } finally {
    await cluster.close()
  }
}

process.exit(await start())
