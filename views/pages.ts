import { parse } from 'regexparam'
import type { ComponentType } from 'react'
import { casePages } from './cases/pages.ts'
import { exploratoryPages } from './exploratory/pages.ts'
import { integrationPages } from './integrations/pages.ts'
import { launcherPages } from './launchers/pages.ts'
import { launchPages } from './launches/pages.ts'
import { modelPages } from './models/pages.ts'
import { planPages } from './plans/pages.ts'
import { projectPages } from './projects/pages.ts'
import { reportPages } from './reports/pages.ts'
import { requirementPages } from './requirements/pages.ts'
import { runPages } from './runs/pages.ts'
import { sessionPages } from './session/pages.ts'
import { settingsPages } from './settings/pages.ts'
import { sharedStepsPages } from './shared-steps/pages.ts'
import { apiOfProject } from './application/pages/first-calls.ts'
import type { PageDefinition, PageMatch } from './application/pages/page-definition.ts'
import { workspacePages } from './workspace/pages.ts'

/** Every page of the product, in the order of the navigation. */
export const PAGES: readonly PageDefinition[] = [
  ...sessionPages,
  ...projectPages,
  ...workspacePages,
  ...integrationPages,
  ...casePages,
  ...modelPages,
  ...sharedStepsPages,
  ...requirementPages,
  ...runPages,
  ...planPages,
  ...exploratoryPages,
  ...launchPages,
  ...launcherPages,
  ...reportPages,
  ...settingsPages,
]

/** `~` sorts after every letter of a path. */
const precedenceOf = (pattern: string): string => pattern.replaceAll(/:[^/]+/g, '~')

/** Fixed segments match before parameters, so that `/launches/getting-started` is not taken for a launch (ROUTES-20, NAV-07). */
const byPrecedence = PAGES.toSorted((a, b) => (precedenceOf(a.pattern) < precedenceOf(b.pattern) ? -1 : 1))

/** Patterns are compiled on first use. */
let compiled: { page: PageDefinition; pattern: RegExp; keys: string[] }[] | null = null

/** Returns the page of a path (without its search), by the router's own pattern syntax; null for an unknown address. */
export const matchPage = (path: string): PageMatch | null => {
  compiled ??= byPrecedence.map((page) => ({ page, ...parse(page.pattern) }))
  for (const { page, pattern, keys } of compiled) {
    const [whole, ...values] = pattern.exec(path) ?? []
    if (whole === undefined) continue
    return { page, params: Object.fromEntries(keys.map((key, i) => [key, decode(values[i] ?? '')])) }
  }
  return null
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns the URLs of the calls that a path's page makes first. All pages of a project load the project. */
export const firstCalls = (path: string, search: string): string[] => {
  const { page, params = {} } = matchPage(path) ?? {}
  if (page?.firstCalls) return page.firstCalls(params, search)
  return params['projectKey'] === undefined ? [] : [apiOfProject(params)]
}

/** The code of one page, loaded once. */
export interface PageCode {
  /** Null before the code has loaded. */
  component: ComponentType | null
  load: () => Promise<ComponentType>
}

const codes = new Map<PageDefinition, PageCode>()

/** Returns the loader of a page's code; null for a path without a page. */
export const codeOf = (page: PageDefinition): PageCode | null => {
  const { load } = page
  if (load === undefined) return null
  const known = codes.get(page)
  if (known) return known
  let loading: Promise<ComponentType> | null = null
  const start = async () => {
    try {
      return (code.component = await load())
    } catch (cause) {
      loading = null // A failed load is retried when the page is opened next.
      throw cause
    }
  }
  const code: PageCode = { component: null, load: () => (loading ??= start()) }
  codes.set(page, code)
  return code
}

/** Loads the code of a path's page, if there is one. Never rejects: the page reports the failure. */
export const loadPageOf = async (path: string): Promise<void> => {
  const page = matchPage(path)?.page
  await (page && codeOf(page))?.load().catch(() => undefined)
}
