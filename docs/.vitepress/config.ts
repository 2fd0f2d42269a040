import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig, type DefaultTheme, type SiteConfig } from 'vitepress'

const root = path.resolve(import.meta.dirname, '../..')

/** Pages of the repository that are not in `docs`, by their file, with their page on the site. */
const OUTSIDE: Record<string, string> = {
  'packages/cli/README.md': 'connect/command-line.md',
  'packages/reporter-playwright/README.md': 'connect/playwright.md',
  'packages/reporter-vitest/README.md': 'connect/vitest.md',
  'packages/reporter-jest/README.md': 'connect/jest.md',
  'packages/reporter-mocha/README.md': 'connect/mocha.md',
  'packages/reporter-node-test/README.md': 'connect/node-test.md',
  'packages/reporter-pytest/README.md': 'connect/pytest.md',
  'integrations/README.md': 'connect/ci-servers.md',
  'CHANGELOG.md': 'changelog.md',
  'SECURITY.md': 'security.md',
}

/** Name of the page on the site, by the path of its file in the repository. Null: not a page of the site. */
const pageOf = (file: string): string | null =>
  OUTSIDE[file] ?? (file.startsWith('docs/') ? file.slice('docs/'.length) : null)

const SECTIONS: { text: string; pages: [page: string, title: string, about: string][] }[] = [
  {
    text: 'Test',
    pages: [
      ['manual/start', 'Start', 'The first hour: a workspace, a project, test cases and a first launch'],
      ['manual/test-cases', 'Test cases', 'Suites, cases, shared steps, search, bulk changes, import and export'],
      ['manual/models', 'Models', 'Cases that are generated from a state machine'],
      ['manual/runs-and-plans', 'Test runs and plans', 'Recording results by hand, alone or together, and offline'],
      ['manual/exploratory-sessions', 'Exploratory sessions', 'Charters, notes and screenshots, also offline'],
      ['manual/requirements', 'Requirements', 'Coverage of requirements and Jira issues'],
      ['manual/launches', 'Launches', 'Automated results, live or imported'],
      ['manual/failures', 'Failures', 'From a red launch to its causes, flaky tests and the quality gate'],
      ['manual/launchers', 'Launchers', 'Starting tests from a repository by hand, schedule or webhook'],
      [
        'manual/offline',
        'Offline and together',
        'What works without a network, and how simultaneous changes are merged',
      ],
      ['manual/moving-in', 'Moving in', 'Importing cases and results from other tools'],
    ],
  },
  {
    text: 'Connect',
    pages: [
      ['connect/command-line', 'Command line', 'assay upload, run, gate, wait, split and quarantine'],
      ['connect/ci-servers', 'CI servers', 'GitHub Actions, GitLab and Jenkins'],
      ['connect/playwright', 'Reporter for Playwright', 'Live results of Playwright'],
      ['connect/vitest', 'Reporter for Vitest', 'Live results of Vitest'],
      ['connect/jest', 'Reporter for Jest', 'Live results of Jest'],
      ['connect/mocha', 'Reporter for Mocha', 'Live results of Mocha'],
      ['connect/node-test', 'Reporter for node:test', 'Live results of node:test'],
      ['connect/pytest', 'Reporter for pytest', 'Live results of pytest'],
      ['manual/agents', 'Reporting agents', 'Live results of ten more frameworks'],
      ['reports', 'Report formats', 'Which files are imported, and how they are read'],
    ],
  },
  {
    text: 'Administer',
    pages: [
      ['manual/project-settings', 'Settings of a project', 'Fields, statuses, environments, notifications, members'],
      ['manual/administration', 'Workspace', 'Users, groups, single sign-on, sign-in rules, audit log'],
      ['operations/install', 'Installation', 'npm, systemd, containers, Compose, Kubernetes with Helm, a clone'],
      ['operations/configuration', 'Configuration', 'What the settings of the server are for'],
      ['operations/users', 'Users and sign-in', 'Accounts, single sign-on, SCIM, sign-in rules, audit log'],
      ['operations/launchers', 'Launchers and workers', 'How launches run, on which machines'],
      ['operations/network', 'HTTPS and traces', 'Reverse proxies, and how traces are isolated'],
      ['operations/running', 'Running the server', 'Health, figures, sizing, upgrades'],
      ['operations/servers', 'Several servers', 'What they share, nginx, what happens when a part fails'],
      ['operations/scale', 'Scale', 'Measured sizes and rates, what reaches its limit first, what comes after'],
      ['operations/backup', 'Backup and restore', 'Backups of a running server, restore, moves'],
      ['operations/results', 'Results', 'Retention, quality gate, flaky tests, badge, API'],
      ['operations/notifications', 'Notifications', 'Messages, pull requests, webhooks'],
      ['security', 'Security', 'How to report a vulnerability, and what is protected'],
      ['changelog', 'Changelog', 'What changed in each version'],
    ],
  },
  {
    text: 'Reference',
    pages: [
      ['reference/settings', 'Settings', 'Environment variables of server and worker'],
      ['reference/permissions', 'Permissions', 'What each role and each group permission allows'],
      ['reference/limits', 'Limits', 'Sizes and counts that the server enforces'],
      ['reference/api', 'API', 'Every call with its path and who may make it'],
      ['glossary', 'Glossary', 'The terms of Assay'],
    ],
  },
  {
    text: 'Contribute',
    pages: [
      ['architecture', 'Architecture', 'A tour of the source'],
      ['contributing', 'Contributing', 'How to add a page, a call, a format, a machine'],
      ['testing', 'Testing', 'What is tested where'],
      ['mutation', 'Mutation scores', 'How many injected faults the tests find'],
    ],
  },
]

const sidebar: DefaultTheme.SidebarItem[] = SECTIONS.map(({ text, pages }) => ({
  text,
  items: pages.map(([page, title]) => ({ text: title, link: `/${page}` })),
}))

/** Returns the link of a page for a link in another one, which names files of the repository as its viewers do. */
const linkOf = (href: string, from: string): string => {
  const [, file = '', hash = ''] = /^([^#?]*\.md)(#.*)?$/.exec(href) ?? []
  if (file === '' || /^[a-z]+:/i.test(file)) return href
  const page = pageOf(path.relative(root, path.resolve(path.dirname(from), file)))
  if (page === null) throw new Error(`${path.relative(root, from)} links to ${href}, which is no page of the site`)
  return `/${page}${hash}`
}

/** Writes `llms.txt`, the list of all pages for language models, and the pages as Markdown beside the HTML. */
const writeTexts = ({ outDir, pages, rewrites }: SiteConfig): void => {
  const missing = SECTIONS.flatMap((section) =>
    section.pages.filter(([page]) => !existsSync(path.join(outDir, `${page}.html`))),
  )
  if (missing.length > 0) throw new Error(`The site has no pages ${missing.map(([page]) => page).join(', ')}`)
  for (const page of pages) {
    const target = path.join(outDir, rewrites.map[page] ?? page)
    mkdirSync(path.dirname(target), { recursive: true })
    cpSync(path.join(root, page), target)
  }
  const list = SECTIONS.map(({ text, pages: own }) =>
    [`## ${text}`, '', ...own.map(([page, title, about]) => `- [${title}](/help/${page}.md): ${about}`)].join('\n'),
  )
  const about = readFileSync(path.join(root, 'README.md'), 'utf8').split('\n\n')[1] ?? ''
  writeFileSync(
    path.join(outDir, 'llms.txt'),
    ['# Assay', `> ${about.replaceAll('\n', ' ')}`, ...list, ''].join('\n\n'),
  )
}

/** The documentation, which servers offer under `/help/` and which can be published as static files below that path. */
export default defineConfig({
  lang: 'en',
  title: 'Assay',
  description: 'Documentation of Assay',
  base: '/help/',
  cleanUrls: false,
  srcDir: '..',
  outDir: path.join(root, 'dist/docs'),
  srcExclude: ['{.cache,data,dist,server,tests}/**', 'README.md', 'CODE_OF_CONDUCT.md', 'docs/guides/**'],
  rewrites: { ...OUTSIDE, 'docs/:page*': ':page*' },
  vite: { configFile: false, publicDir: false },
  metaChunk: true,
  markdown: {
    config: (markdown) => {
      markdown.core.ruler.push('text-of-the-repository', ({ tokens, env }) => {
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const href = token.type === 'link_open' ? token.attrGet('href') : null
          if (href !== null) token.attrSet('href', linkOf(href, env.realPath ?? env.path))
          // Vue would evaluate what braces surround.
          if (token.type === 'code_inline') token.attrSet('v-pre', '')
        }
      })
    },
  },
  themeConfig: {
    nav: [
      { text: 'Test', link: '/manual/start' },
      { text: 'Connect', link: '/connect/command-line' },
      { text: 'Administer', link: '/operations/install' },
      { text: 'Reference', link: '/reference/settings' },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    notFound: {
      title: 'Page not found',
      quote: 'The documentation has no page at this address.',
      linkText: 'Start page',
    },
    docFooter: { prev: 'Previous', next: 'Next' },
  },
  buildEnd: writeTexts,
})
