import { createLaunchersService } from '../../../services/launchers/launchers.ts'
import { createPresetTriggersService } from '../../../services/launchers/preset-triggers.ts'
import { createWorkersService } from '../../../services/launchers/workers.ts'
import { anything, testRequests } from '../services/requests.ts'

testRequests('launchers', createLaunchersService, [
  [(s) => s.tree('SHOP'), 'GET /api/projects/SHOP/launcher-repositories'],
  [(s) => s.repository('SHOP', 3), 'GET /api/projects/SHOP/launcher-repositories/3'],
  [(s) => s.addRepository('SHOP', anything), 'POST /api/projects/SHOP/launcher-repositories', anything],
  [(s) => s.addDemo('SHOP'), 'POST /api/projects/SHOP/launcher-repositories/demo', {}],
  [
    (s) => s.updateCredentials('SHOP', 3, anything),
    'PUT /api/projects/SHOP/launcher-repositories/3/credentials',
    anything,
  ],
  [(s) => s.reconnect('SHOP', 3), 'POST /api/projects/SHOP/launcher-repositories/3/sign-in', {}],
  [(s) => s.check('SHOP', 3), 'POST /api/projects/SHOP/launcher-repositories/3/check', {}],
  [(s) => s.deleteRepository('SHOP', 3), 'DELETE /api/projects/SHOP/launcher-repositories/3'],
  [(s) => s.branches('SHOP', 3), 'GET /api/projects/SHOP/launcher-repositories/3/branches'],
  [(s) => s.configuration('SHOP', 'GITHUB'), 'GET /api/projects/SHOP/vcs-providers/GITHUB/configuration'],
  [(s) => s.configuration('SHOP', 'GITHUB', 3), 'GET /api/projects/SHOP/vcs-providers/GITHUB/configuration?repoId=3'],
  [
    (s, signal) => s.providerRepositories('SHOP', 'GITHUB', 'shop', signal),
    'GET /api/projects/SHOP/vcs-providers/GITHUB/repositories?q=shop',
  ],
  [
    (s) => s.exchangeCode('SHOP', 'GITHUB', anything),
    'POST /api/projects/SHOP/vcs-providers/GITHUB/oauth-code',
    anything,
  ],
  [(s) => s.signIn('SHOP', 'GITHUB', anything), 'PUT /api/projects/SHOP/vcs-providers/GITHUB/account', anything],
  [(s) => s.signOut('SHOP', 'GITHUB'), 'DELETE /api/projects/SHOP/vcs-providers/GITHUB/account'],
  [(s) => s.launcher('SHOP', 5), 'GET /api/projects/SHOP/launchers/5'],
  [(s) => s.activity('SHOP', 5), 'GET /api/projects/SHOP/launchers/5/activity'],
  [
    (s) => s.engineUse('SHOP', 5, 'Europe/Berlin'),
    'GET /api/projects/SHOP/launchers/5/engine-use?timeZone=Europe%2FBerlin',
  ],
  [(s) => s.setSchedulesStatus('SHOP', 5, anything), 'PUT /api/projects/SHOP/launchers/5/schedules/status', anything],
  [(s) => s.createLauncher('SHOP', 3, anything), 'POST /api/projects/SHOP/launcher-repositories/3/launchers', anything],
  [(s) => s.updateLauncher('SHOP', 5, anything), 'PATCH /api/projects/SHOP/launchers/5', anything],
  [(s) => s.deleteLauncher('SHOP', 5), 'DELETE /api/projects/SHOP/launchers/5'],
  [(s) => s.preset('SHOP', 6), 'GET /api/projects/SHOP/launcher-presets/6'],
  [(s) => s.createPreset('SHOP', 5, anything), 'POST /api/projects/SHOP/launchers/5/presets', anything],
  [(s) => s.updatePreset('SHOP', 6, anything), 'PATCH /api/projects/SHOP/launcher-presets/6', anything],
  [(s) => s.deletePreset('SHOP', 6), 'DELETE /api/projects/SHOP/launcher-presets/6'],
  [(s) => s.start('SHOP', anything), 'POST /api/projects/SHOP/launch-requests', anything],
  [(s) => s.arguments('SHOP', 7), 'GET /api/projects/SHOP/launches/7/arguments'],
  [(s) => s.attempts('SHOP', 7), 'GET /api/projects/SHOP/launches/7/attempts'],
  [
    (s) => s.console('SHOP', 7, 'an-attempt', 'a-page'),
    'GET /api/projects/SHOP/launches/7/attempts/an-attempt/console-logs?pageToken=a-page&maxPageSize=1000',
  ],
  [
    (s) => s.findInConsole('SHOP', 7, 'an-attempt', { text: 'error', mark: 'error', from: 20, direction: 'next' }),
    'GET /api/projects/SHOP/launches/7/attempts/an-attempt/console-logs/matches?text=error&mark=error&from=20&direction=next',
  ],
  [(s) => s.capabilities('SHOP', 'SAUCE_LABS'), 'GET /api/projects/SHOP/launcher-options/capabilities/SAUCE_LABS'],
])

testRequests('preset-triggers', createPresetTriggersService, [
  [
    (s) => s.setStatus('SHOP', 6, null, 'PAUSED'),
    'PUT /api/projects/SHOP/launcher-presets/6/schedules/status',
    { status: 'PAUSED' },
  ],
  [
    (s) => s.setStatus('SHOP', 6, 8, 'PAUSED'),
    'PUT /api/projects/SHOP/launcher-presets/6/schedules/8/status',
    { status: 'PAUSED' },
  ],
  [(s) => s.webhooks('SHOP', 6), 'GET /api/projects/SHOP/launcher-presets/6/webhooks'],
  [(s) => s.createWebhook('SHOP', 6, anything), 'POST /api/projects/SHOP/launcher-presets/6/webhooks', anything],
  [(s) => s.updateWebhook('SHOP', 6, 9, anything), 'PATCH /api/projects/SHOP/launcher-presets/6/webhooks/9', anything],
  [(s) => s.deleteWebhook('SHOP', 6, 9), 'DELETE /api/projects/SHOP/launcher-presets/6/webhooks/9'],
  [(s) => s.testWebhook('SHOP', 6, 9), 'POST /api/projects/SHOP/launcher-presets/6/webhooks/9/test', {}],
  [(s) => s.deliveries('SHOP', 6, 9), 'GET /api/projects/SHOP/launcher-presets/6/webhooks/9/deliveries'],
])

testRequests('workers', createWorkersService, [
  [(s) => s.createToken(anything), 'POST /api/launch-workers/tokens', anything],
  [(s) => s.deleteToken(3), 'DELETE /api/launch-workers/tokens/3'],
  [(s) => s.saveLimit(7, anything), 'PATCH /api/launch-workers/limits/7', anything],
])
