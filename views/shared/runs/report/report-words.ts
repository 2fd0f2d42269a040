/** Text of the forecast. */
import { FORECAST_RULE, type ForecastReason } from '../../../../contract/runs/forecast.ts'
import type { ExecutionReport } from '../../../../contract/runs/report.ts'

const REASONS: Record<ForecastReason | 'closed', string> = {
  closed: 'None: it is closed',
  finished: 'All test cases are completed',
  'too-few-results': `Not yet: fewer than ${FORECAST_RULE.minResults} test cases were completed in the last ${FORECAST_RULE.windowDays} days`,
  'too-short': `Not yet: the first result is less than ${FORECAST_RULE.minHours} hour old`,
  'too-slow': 'None: at this pace it takes more than a year',
}

export const FORECAST_EXPLANATION = `Test cases left, at the pace of the last ${FORECAST_RULE.windowDays} days, or since the first result if that is less. Nights and weekends count.`

export const RISK_EXPLANATION =
  'Untested test cases in the order of the project’s priorities, then by failures in the last 180 days, then those changed since they were added.'

/** A day: a forecast is not more exact. */
const dayWords = (at: number): string =>
  new Date(at).toLocaleDateString(undefined, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

export const forecastWords = (forecast: ExecutionReport['forecast']): string =>
  'at' in forecast
    ? `${dayWords(Date.parse(forecast.at))}, at ${forecast.perDay.toFixed(1)} test cases a day`
    : REASONS[forecast.reason]
