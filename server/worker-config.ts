import { hostname } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import {
  ConfigError,
  givenIn,
  isLoopback,
  problemsOf,
  settingLine,
  settingsOf,
  SHARED,
  workerLabels,
} from './config.ts'

/** All settings of a worker by environment variable. */
const Environment = z.object({
  ASSAY_URL: z.url({ protocol: /^https?$/ }).meta({ about: 'Address of the server' }),
  ASSAY_WORKER_TOKEN: z.string().min(20).max(200).meta({ about: 'Token of the worker, from Settings → Workers' }),
  ASSAY_WORKER_NAME: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .default(hostname())
    .meta({ about: 'What the worker is called in the settings' }),
  ASSAY_WORKER_LABELS: workerLabels('What the worker offers, with commas between, as linux,gpu'),
  ASSAY_WORKER_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(2)
    .meta({ about: 'Launches that the worker runs at once' }),
  ASSAY_WORKER_DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(86_400)
    .default(60)
    .meta({ about: 'How long launches may go on when the worker is stopped, in seconds' }),
  DATA_DIR: z.string().default('worker-data').meta({ about: 'Folder of what is cloned' }),
  ...SHARED,
})

type WorkerConfig = z.infer<typeof Environment>

/** Reads the environment. Throws `ConfigError` that names every invalid value. */
export const readWorkerConfig = (environment: NodeJS.ProcessEnv): WorkerConfig => {
  const parsed = Environment.safeParse(givenIn(environment))
  if (!parsed.success) throw new ConfigError(problemsOf(parsed).join('\n'))
  const config = parsed.data
  if (config.LAUNCHER_PROCESSES === 'true' && !isLoopback(new URL(config.ASSAY_URL).hostname))
    throw new ConfigError('LAUNCHER_PROCESSES: only a worker on the machine of its server may run plain processes')
  return { ...config, DATA_DIR: path.resolve(config.DATA_DIR), ASSAY_URL: config.ASSAY_URL.replace(/(?<!\/)\/+$/, '') }
}

/** Returns the worker's settings in the order in which they are shown. */
export const workerSettings = () => settingsOf(Environment.shape)

/** Returns the output of the worker's `--help`. */
export const workerHelp = (): string =>
  ['A worker is configured by environment variables:', '', ...workerSettings().map(settingLine), ''].join('\n')
