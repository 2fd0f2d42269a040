import { createNotificationsService } from '../../../services/notifications/notifications.ts'
import { anything, testRequests } from '../services/requests.ts'

testRequests('notifications', createNotificationsService, [
  [(s) => s.list('SHOP'), 'GET /api/projects/SHOP/notification-rules'],
  [(s) => s.recipients('SHOP'), 'GET /api/projects/SHOP/launch-recipients'],
  [(s) => s.create('SHOP', anything), 'POST /api/projects/SHOP/notification-rules', anything],
  [(s) => s.update('SHOP', 3, anything), 'PATCH /api/projects/SHOP/notification-rules/3', anything],
  [(s) => s.delete('SHOP', 3), 'DELETE /api/projects/SHOP/notification-rules/3'],
  [(s) => s.renewSecret('SHOP', 3), 'POST /api/projects/SHOP/notification-rules/3/secret', {}],
  [(s) => s.test('SHOP', 3), 'POST /api/projects/SHOP/notification-rules/3/test', {}],
  [(s) => s.deliveries('SHOP', 3), 'GET /api/projects/SHOP/notification-rules/3/deliveries'],
  [(s) => s.resend('SHOP', 3, 21), 'POST /api/projects/SHOP/notification-rules/3/deliveries/21/resend', {}],
  [(s) => s.directDeliveries('SHOP'), 'GET /api/projects/SHOP/notification-deliveries'],
  [(s) => s.resendDirect('SHOP', 21), 'POST /api/projects/SHOP/notification-deliveries/21/resend', {}],
])
