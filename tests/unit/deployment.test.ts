import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { configHelp } from '../../server/config.ts'
import { workerHelp } from '../../server/worker-config.ts'

const root = path.join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

const settingsIn = (help: string): Set<string> =>
  new Set([...help.matchAll(/^ {2}([A-Z_]+) /gm)].map(([, name = '']) => name))
const settings = settingsIn(configHelp())
const workerSettings = settingsIn(workerHelp())

const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<
    string,
    { command?: string[]; environment: Record<string, string>; profiles?: string[]; read_only?: boolean }
  >
}

test('the compose file sets only settings that server and workers know', () => {
  const { assay, worker } = compose.services
  expect(Object.keys(assay?.environment ?? {}).filter((name) => !settings.has(name))).toEqual([])
  expect(Object.keys(worker?.environment ?? {}).filter((name) => !workerSettings.has(name))).toEqual([])
})

test('the compose file starts only the server unless a profile is given, and without a writable root', () => {
  const started = Object.entries(compose.services).filter(([, { profiles = [] }]) => profiles.length === 0)
  expect(started.map(([name]) => name)).toEqual(['assay'])
  expect(compose.services['assay']?.read_only).toBe(true)
  expect(compose.services['worker']?.read_only).toBe(true)
})

test('the chart sets only settings that server and workers know', () => {
  const names = (file: string) =>
    [...read(`deploy/helm/assay/templates/${file}`).matchAll(/\bname: ([A-Z][A-Z_]+)/g)].map(([, name = '']) => name)
  const shared = names('_pods.tpl')
  expect(shared.length).toBeGreaterThan(0)
  expect([...names('server.yaml'), ...shared].filter((name) => !settings.has(name))).toEqual([])
  expect([...names('workers.yaml'), ...shared].filter((name) => !workerSettings.has(name))).toEqual([])
})

test('the chart has the version of the product, and the changelog has a section for it', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(parse(read('deploy/helm/assay/Chart.yaml'))).toMatchObject({ version, appVersion: version })
  expect(read('CHANGELOG.md').split('\n')).toContain(`## ${version}`)
})

test('the forms of issues and the workflow are valid YAML', () => {
  const files = readdirSync(path.join(root, '.github'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.yml'),
  )
  expect(files.length).toBeGreaterThan(3)
  for (const file of files) expect(parse(read(`.github/${file}`))).toBeTypeOf('object')
})

const unit = read('deploy/assay.service')

test('the service of systemd sets only settings that the server knows', () => {
  const names = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').map((setting) => setting.split('=')[0] ?? ''),
  )
  expect(names).toContain('DATA_DIR')
  expect(names.filter((name) => name !== 'NODE_ENV' && !settings.has(name))).toEqual([])
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test.skipIf(!hasSystemd)('systemd accepts the service, and rates it as well protected', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-unit-'))
  try {
    const file = path.join(folder, 'assay.service')
    // Without a warning about the program, which is not installed here.
    writeFileSync(file, unit.replace(/^ExecStart=.*$/m, `ExecStart=${process.execPath}`))
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    expect(verified).toMatchObject({ status: 0, stderr: '' })
    const rated = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', file], {
      encoding: 'utf8',
    })
    expect(rated).toMatchObject({ status: 0 })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const hasHelm = spawnSync('helm', ['version']).status === 0
const chart = path.join(root, 'deploy/helm/assay')

interface Pods {
  kind: string
  metadata: { name: string }
  spec: {
    strategy?: { type: string }
    template: { spec: { securityContext: object; containers: { securityContext: object }[] } }
  }
}

const helm = (...args: string[]) => spawnSync('helm', args, { encoding: 'utf8' })
const renderChart = (values: string): Pods[] => {
  const { stdout, stderr } = helm('template', 'assay', chart, '--set', values)
  expect(stderr).toBe('')
  return parseAllDocuments(stdout).map((document) => document.toJS() as Pods)
}

describe.skipIf(!hasHelm)('the chart', () => {
  test('passes the checks of Helm, with its values in the shape of their schema', () => {
    expect(helm('lint', '--strict', chart)).toMatchObject({ status: 0 })
    expect(helm('template', 'assay', chart, '--set', 'replicaas=1').stderr).toContain(
      "additional properties 'replicaas'",
    )
  })

  test('runs everything without root and without a writable root file system', () => {
    const rendered = renderChart(
      'replicas=3,persistence.enabled=false,secret=assay,workers.replicas=2,workers.secret=worker,launches.namespace=launches,ingress.enabled=true',
    )
    expect(rendered.map(({ kind }) => kind).toSorted()).toEqual([
      'Deployment',
      'Deployment',
      'Ingress',
      'Job',
      'NetworkPolicy',
      'NetworkPolicy',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Role',
      'RoleBinding',
      'Service',
      'ServiceAccount',
    ])
    const pods = rendered.flatMap(({ kind, spec }) =>
      ['Deployment', 'Job'].includes(kind) ? [spec.template.spec] : [],
    )
    expect(pods).toHaveLength(3)
    for (const pod of pods) {
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
      for (const { securityContext } of pod.containers)
        expect(securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
    }
  })

  test('migrates a shared database before an upgrade, and replaces servers of an embedded one by stopping them', () => {
    const [shared, embedded] = [
      renderChart('replicas=2,persistence.enabled=false,secret=assay'),
      renderChart('persistence.enabled=true'),
    ]
    const jobs = (rendered: readonly Pods[]) => rendered.filter(({ kind }) => kind === 'Job')
    expect(jobs(shared)).toMatchObject([{ metadata: { annotations: { 'helm.sh/hook': 'pre-upgrade' } } }])
    expect(jobs(embedded)).toEqual([])
    const strategies = (rendered: readonly Pods[]) =>
      rendered.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec.strategy?.type)
    expect(strategies(shared)).toEqual(['RollingUpdate'])
    expect(strategies(embedded)).toEqual(['Recreate'])
  })

  test('rejects several servers on one embedded database, and a server without a place for its data', () => {
    expect(helm('template', 'assay', chart, '--set', 'replicas=2').stderr).toContain('belongs to one server')
    expect(helm('template', 'assay', chart, '--set', 'persistence.enabled=false').stderr).toContain('name a secret')
  })
})
