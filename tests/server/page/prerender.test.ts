import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace } from '../support/people.ts'
import { Browser, givePassword } from '../session/browser.ts'

/** A built page that prints the user, the address and the answers it was rendered with. */
const DRAWS = `
export const prerenderer = {
  patternOf: () => null,
  callsOf: (url) => (url.startsWith('/projects/DEF/launches') ? ['/api/projects/DEF'] : []),
  prerender: async ({ url, session, answers, isRailFolded }) => {
    if (url.endsWith('/broken')) throw new Error('it cannot be drawn')
    if (url.endsWith('/endless')) return new Promise(() => undefined)
    return [url, session.user.username, session.workspace.name, answers[0].answer.name, isRailFolded].join(' | ')
  },
}`
const HEAD = '<head><link rel="stylesheet" href="/a.css"><link rel="modulepreload" href="/b.js">'
const EARLY = 'globalThis.early = true'
const FIRST = '<script type="module" async src="/visit.js"></script>'
const DOCUMENT = `<html lang="en">${HEAD}${FIRST}</head><body><div id="root"></div></body></html>`

let folder: string
let app: TestApp
let browser: Browser
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'assay-prerender-'))
  mkdirSync(path.join(folder, '.vite'))
  writeFileSync(path.join(folder, 'index.html'), DOCUMENT)
  writeFileSync(path.join(folder, '.vite/page-links.json'), '[]')
  writeFileSync(path.join(folder, '.vite/early-input.js'), EARLY)
  writeFileSync(path.join(folder, '.vite/prerender.mjs'), DRAWS)
  app = await startTestApp({ SIGN_IN_ATTEMPTS: '1000' }, folder)
  const owner = await aWorkspace(app)
  const project = await aProject(app, owner)
  const user = await aUser(app, { username: 'greta', roles: { [project]: 'GUEST' } })
  await givePassword(app, user)
  await givePassword(app, await aUser(app, { username: 'stranger' }))
  browser = new Browser(app)
  await browser.signIn('greta')
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const open = (by: Browser, url = '/projects/DEF/launches/7?page=2') => send(app, url, { headers: by.headers() })
const withCookie = (name: string, value: string): Browser => {
  const other = browser.copy()
  other.cookies[name] = value
  return other
}

test('a document contains its page, rendered for the user, and the scripts for interaction only after the page', async () => {
  const { body, headers } = await open(browser)
  const page = '/projects/DEF/launches/7?page=2 | greta | Tests | Project DEF | false'
  expect(body).toBe(
    `<html data-prerendering lang="en"><head><link rel="stylesheet" href="/a.css"></head>` +
      `<body><script>${EARLY}</script><div id="root" data-drawn>${page}</div>` +
      `<template id="scripts"><link rel="modulepreload" href="/b.js"></template>${FIRST}</body></html>`,
  )
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(headers.get('content-security-policy')).toContain(
    `script-src 'self' 'sha256-${createHash('sha256').update(EARLY).digest('base64')}'`,
  )
})

test.each([
  ['/projects/DEF', 'whose page is drawn by the browser alone'],
  ['/projects/DEF/launches/broken', 'that cannot be drawn'],
  ['/projects/DEF/launches/endless', 'that takes too long'],
])('the document of an address comes without its page: %s, %s', async (url) => {
  const { status, body } = await open(browser, url)
  expect(status).toBe(200)
  expect(body).toContain('<div id="root"></div>')
  expect(body).toContain(FIRST)
})

test('renders nothing that the user may not read, and nothing for visitors', async () => {
  const stranger = new Browser(app)
  await stranger.signIn('stranger')
  const forged = withCookie('assay_pages', `${browser.cookies['assay_pages']}x`)
  const ofFiles = withCookie('assay_pages', browser.cookies['assay_files'] ?? '')
  for (const one of [stranger, forged, ofFiles]) expect((await open(one)).body).toContain('<div id="root"></div>')
  expect((await open(new Browser(app))).body).toBe(DOCUMENT)
})

test('the cookie that pages are drawn for opens nothing else, and is read by no script', async () => {
  const { status, headers } = await send(app, '/api/iam/v1/auth/login', {
    method: 'POST',
    body: { login: 'greta', password: 'olive-tree-60' },
  })
  expect(status).toBe(200)
  const cookie = headers.getSetCookie().find((line) => line.startsWith('assay_pages='))
  expect(cookie).toMatch(/; Path=\/projects; HttpOnly; SameSite=Lax$/)
  const only = new Browser(app)
  only.cookies = {
    assay_pages: browser.cookies['assay_pages'] ?? '',
    assay_files: browser.cookies['assay_pages'] ?? '',
  }
  expect((await send(app, '/api/projects/DEF', { headers: only.headers() })).status).toBe(401)
  expect((await send(app, '/api/files/artifacts/1', { headers: only.headers() })).status).toBe(401)
  expect((await only.renew()).status).toBe(401)
})

test('renders nothing after a sign-out, completed or pending', async () => {
  const leaving = withCookie('assay_signing_out', '1')
  expect((await open(leaving)).body).toBe(DOCUMENT)
  const other = new Browser(app)
  await other.signIn('greta')
  const saved = other.copy()
  await other.post('/api/session/sign-out')
  expect(other.cookies['assay_pages']).toBeUndefined()
  expect((await open(saved)).body).toContain('<div id="root"></div>')
})

test('renders in the theme and language of this browser', async () => {
  expect((await open(withCookie('assay_theme', 'dark'))).body).toContain('<html data-prerendering data-theme="dark" ')
  expect((await open(withCookie('assay_theme', '" onload='))).body).toContain('<html data-prerendering lang="en">')
  expect((await open(withCookie('assay_rail', 'folded'))).body).toContain('| true')
})

test.each(['br', 'gzip'])('a compressed document (%s) is complete', async (encoding) => {
  const headers = { ...browser.headers(), 'accept-encoding': encoding }
  const answer = await send(app, '/projects/DEF/launches/7', { headers })
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  expect(answer.body).toMatch(/^<html .*greta.*<\/html>$/s)
})
