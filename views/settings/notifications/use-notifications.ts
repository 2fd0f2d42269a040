import { createNotificationsService } from '../../../services/notifications/notifications.ts'
import { serviceOf } from '../../boot/service-of.ts'

/** Calls about notifications of finished launches. */
export const useNotifications = serviceOf(({ send }) => createNotificationsService(send))
