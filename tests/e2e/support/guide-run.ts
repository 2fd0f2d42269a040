import { spawn } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

const installed = path.join(import.meta.dirname, '../agents/node_modules')

export const guidePage = (page: Page) => ({
  step: (name: string | RegExp) => page.getByRole('list', { name: 'Steps' }).getByRole('link', { name }).click(),
  next: () => page.getByRole('link', { name: /^Next: / }).click(),
  createToken: () => page.getByRole('button', { name: /^Create a (new )?token$/ }).click(),
  /** The code block with this name, as Copy copies it. */
  snippet: async (name: string): Promise<string> =>
    ((await page.getByRole('region', { name, exact: true }).textContent()) ?? '').trimEnd(),
  arrived: () => page.getByRole('status').filter({ hasText: 'has arrived' }),
})

/** Runs commands in a shell; resolves with their output. */
const inShell = (commands: string, cwd: string, environment: Record<string, string> = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn('sh', ['-e'], { cwd, env: { ...process.env, ...environment }, stdio: ['pipe', 'pipe', 'pipe'] })
    let written = ''
    child.stdout.on('data', (chunk: Buffer) => (written += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (written += chunk.toString()))
    child.once('error', reject)
    child.once('exit', () => resolve(written))
    child.stdin.end(commands)
  })

/**
 * Follows the guide on the page step by step. Only `npm install` is replaced, by the same versions of the packages, which are installed
 * once for all tests.
 */
export const followGuide = async (page: Page, folder: string, environment: Record<string, string>): Promise<string> => {
  const guide = guidePage(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download .*\.zip$/ }).click()
  const download = await downloading
  await download.saveAs(path.join(folder, download.suggestedFilename()))
  const preparing = (await guide.snippet('Install commands')).split('\n')
  expect(preparing.at(-1)).toBe('npm install')
  const sample = download.suggestedFilename().replace(/\.zip$/, '')
  await inShell(preparing.slice(0, -1).join('\n'), folder)
  const project = path.join(folder, sample)
  await symlink(installed, path.join(project, 'node_modules'))

  await guide.next()
  await guide.createToken()
  await expect(page.getByRole('region', { name: '.env', exact: true })).toContainText('assay_')
  const settings = await guide.snippet('.env')
  await guide.next()
  const driver = await guide.snippet('.env, in addition')
  await writeFile(path.join(project, '.env'), `${settings}\n${driver}\n`)
  await guide.next()
  const run = await guide.snippet('Run command')
  await guide.next()
  return inShell(run, project, environment)
}
