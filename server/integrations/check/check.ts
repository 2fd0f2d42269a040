import type { FieldValues, IntegrationKey } from '../../../contract/workspace/integration-kinds.ts'
import { CHECK_TEXTS } from '../../../contract/workspace/integration-texts.ts'
import type { CheckResult } from '../../../contract/workspace/integrations.ts'
import { OutgoingFailure, type Outgoing, type OutgoingProblem } from '../../outgoing/outgoing.ts'
import type { Kind } from '../stored.ts'
import { checkAi } from './ai.ts'
import { checkCiTrigger, checkJenkins } from './ci.ts'
import { checkSlack, checkTeams } from './chat.ts'
import { checkBrowserStack, checkLambdaTest, checkSauceLabs, checkSeleniumHub, checkTestingBot } from './platforms.ts'
import { CheckFailure, createSystem, type Check } from './system.ts'
import { checkAzureBoards, checkGitHub, checkGitLab, checkJira, checkTestRail, checkXray } from './trackers.ts'

const CHECKS: Record<Exclude<IntegrationKey, 'email'>, Check> = {
  jira: checkJira,
  github: checkGitHub,
  gitlab: checkGitLab,
  'azure-boards': checkAzureBoards,
  testrail: checkTestRail,
  xray: checkXray,
  slack: checkSlack,
  'microsoft-teams': checkTeams,
  browserstack: checkBrowserStack,
  lambdatest: checkLambdaTest,
  'sauce-labs': checkSauceLabs,
  testingbot: checkTestingBot,
  'selenium-hub': checkSeleniumHub,
  jenkins: checkJenkins,
  'ci-trigger': checkCiTrigger,
  ai: checkAi,
}

/** Messages for failed calls. */
export const PROBLEMS: Record<OutgoingProblem, string> = {
  internal: CHECK_TEXTS.internal,
  unreachable: CHECK_TEXTS.unreachable,
  certificate: CHECK_TEXTS.certificate,
  'too-slow': CHECK_TEXTS.tooSlow,
  'too-large': CHECK_TEXTS.tooLarge,
  unsendable: CHECK_TEXTS.credentials,
  'called-off': CHECK_TEXTS.calledOff,
}

const MAX_ACCOUNT = 200

/** Calls the system with the credentials to learn the account. */
export const checkSystem = (
  { key, name }: Kind & { key: keyof typeof CHECKS },
  values: FieldValues,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<CheckResult> => resultOf(() => CHECKS[key](createSystem(name, values, outgoing, signal)))

/** Runs a check and returns its outcome and time. */
export const resultOf = async (check: () => Promise<string | null>): Promise<CheckResult> => {
  try {
    const account = await check()
    return { at: now(), problem: null, account: account?.slice(0, MAX_ACCOUNT) ?? null }
  } catch (error) {
    if (error instanceof CheckFailure) return { at: now(), problem: error.message, account: null }
    if (error instanceof OutgoingFailure) return { at: now(), problem: PROBLEMS[error.why], account: null }
    throw error
  }
}

const now = () => new Date().toISOString()
