import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter'

/** What a step waits for, by its title; the first match counts. */
const KINDS: readonly [kind: string, title: RegExp][] = [
  ['server starts', /^Fixture "assay"/],
  ['browser contexts', /^(Fixture "(context|page|browser)"|Create (context|page)|Launch browser|Close context)/],
  ['navigation', /^(Navigate|Reload|Go (back|forward)|Wait for (navigation|load))/i],
  ['requests beside the page (sign-ins, set-up)', /^(GET|POST|PUT|PATCH|DELETE) "/],
  ['expectations', /^(Expect|expect)/],
]

/** Sums up what browser tests wait for, for `npm test -- --timing`. */
export default class WaitsReporter implements Reporter {
  private readonly kinds = new Map<string, { milliseconds: number; count: number }>()

  onStepEnd(_test: TestCase, _result: TestResult, step: TestStep): void {
    // A step of ours contains others.
    if (step.category === 'test.step' || (step.category === 'hook' && step.steps.length > 0)) return
    const kind = KINDS.find(([, title]) => title.test(step.title))?.[0] ?? 'actions on the page'
    const sum = this.kinds.get(kind) ?? { milliseconds: 0, count: 0 }
    this.kinds.set(kind, { milliseconds: sum.milliseconds + step.duration, count: sum.count + 1 })
  }

  onEnd(): void {
    const kinds = [...this.kinds]
      .map(([kind, { milliseconds, count }]) => ({ kind, seconds: milliseconds / 1000, count }))
      .toSorted((a, b) => b.seconds - a.seconds)
    const file = path.join(import.meta.dirname, '../../../test-results/waits.json')
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify({ kinds }))
  }
}
