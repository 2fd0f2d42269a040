import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { firstRun } from '../pages/first-run.ts'
import { freePort } from '../../server/support/free-port.ts'
import { expect, test } from '../support/test.ts'

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '../../..')
const report = path.join(root, 'tests/server/launches/import/files/pytest.xml')

let folder = ''
test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'assay-package-'))
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
test.describe.configure({ timeout: 900_000 })

test(
  'the released package is installed in an empty folder, and its first visitor imports a report',
  { tag: '@full' },
  async ({ page }) => {
    const release = path.join(root, 'dist/release')
    const file = (ending: string) =>
      path.join(release, readdirSync(release).find((name) => name.endsWith(ending)) ?? '')
    const program = (name: string) => path.join(folder, 'node_modules/.bin', name)
    const { PATH } = process.env

    await test.step('the release has the package, its components and the checksums of both', async () => {
      await run(process.execPath, ['scripts/run.mjs', 'release'], { cwd: root })
      const sums = readFileSync(path.join(release, 'SHA256SUMS'), 'utf8').trimEnd().split('\n')
      expect(sums).toHaveLength(2)
      for (const line of sums) {
        const [sum, name = ''] = line.split('  ')
        expect(
          createHash('sha256')
            .update(readFileSync(path.join(release, name)))
            .digest('hex'),
        ).toBe(sum)
      }
      const { components } = JSON.parse(readFileSync(file('.cdx.json'), 'utf8')) as { components: { name: string }[] }
      const names = components.map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining(['fastify', 'react']))
      expect(names).not.toContain('vitest')
    })
    await test.step('npm installs the package with its production dependencies', async () => {
      await run('npm', ['install', '--omit=dev', file('.tgz')], { cwd: folder })
      expect(existsSync(path.join(folder, 'node_modules/@kubernetes/client-node'))).toBe(false)
    })
    await test.step('each program lists its settings', async () => {
      expect((await run(program('assay-server'), ['--help'])).stdout).toContain('DATA_DIR')
      expect((await run(program('assay-worker'), ['--help'])).stdout).toContain('ASSAY_WORKER_TOKEN')
    })
    await test.step('a setting that needs an optional package names it', async () => {
      const started = run(program('assay-server'), {
        cwd: folder,
        env: { PATH, LAUNCHER_KUBERNETES_NAMESPACE: 'tests' },
      })
      await expect(started).rejects.toThrow('npm install @kubernetes/client-node@1')
    })

    const port = await freePort()
    const env = { PATH, PORT: String(port), LOG_LEVEL: 'warn', DOCKER_HOST: 'none' }
    const server = spawn(program('assay-server'), { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
    const ended = once(server, 'exit')
    try {
      const url = `http://127.0.0.1:${port}`
      const isReady = () =>
        fetch(`${url}/api/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        )
      await expect.poll(isReady, { timeout: 120_000 }).toBe(true)
      const visit = firstRun(page)
      await test.step('the first visitor creates the workspace and the demo project', async () => {
        await page.goto(url)
        await visit.fillWorkspace({
          workspaceName: 'Larkspur',
          firstName: 'Nadia',
          lastName: 'Krol',
          email: 'nadia@larkspur.test',
          password: 'olive-tree-60',
        })
        await visit.createWorkspace()
        await visit.choose('Demo project')
        await page.waitForURL(/\/projects\/SHOP\b/)
      })
      await test.step('a report becomes a launch', async () => {
        await page.goto(`${url}/projects/SHOP/automation-launches/import`)
        await page.locator('input[type=file]').setInputFiles(report)
        await page.getByLabel('Launch name').fill('Nightly')
        await page.getByRole('button', { name: /^Import \d+ tests$/ }).click()
        await expect(page.getByRole('heading', { name: /Nightly/, level: 1 })).toBeVisible()
      })
      server.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
      expect(existsSync(path.join(folder, 'data/database/PG_VERSION'))).toBe(true)
    } finally {
      server.kill('SIGKILL')
    }
  },
)
