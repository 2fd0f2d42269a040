import { createProfileService } from '../../services/workspace/profile.ts'
import { serviceOf } from '../boot/service-of.ts'

/** Calls about the signed-in user's own account. */
export const useProfile = serviceOf(({ send }) => createProfileService(send))
