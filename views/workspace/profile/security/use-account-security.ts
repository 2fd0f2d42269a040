import { createAccountSecurityService } from '../../../../services/workspace/account-security.ts'
import { serviceOf } from '../../../boot/service-of.ts'

export const useAccountSecurity = serviceOf(({ send }) => createAccountSecurityService(send))
