import { createLaunchersService } from '../../services/launchers/launchers.ts'
import { serviceOf } from '../boot/service-of.ts'

/** Calls of the Launchers area. */
export const useLaunchers = serviceOf(({ send }) => createLaunchersService(send))
