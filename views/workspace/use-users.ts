import { createGroupsService } from '../../services/workspace/groups.ts'
import { createIdentityProvidersService } from '../../services/workspace/identity-providers.ts'
import { createPlanService } from '../../services/workspace/plan.ts'
import { createScimService } from '../../services/workspace/scim.ts'
import { createSignInRulesService } from '../../services/workspace/sign-in-rules.ts'
import { createUsersService } from '../../services/workspace/users.ts'
import { createWorkersService } from '../../services/launchers/workers.ts'
import { serviceOf } from '../boot/service-of.ts'

/** Calls about the users of the workspace. */
export const useUsersService = serviceOf(({ send }) => createUsersService(send))

/** Calls about sign-in rules. */
export const useSignInRulesService = serviceOf(({ send }) => createSignInRulesService(send))

/** Calls about the workspace's plan, usage and logo. */
export const usePlanService = serviceOf(({ send }) => createPlanService(send))

/** Calls about groups of users. */
export const useGroupsService = serviceOf(({ send }) => createGroupsService(send))

/** Calls about identity providers. */
export const useIdentityProvidersService = serviceOf(({ send }) => createIdentityProvidersService(send))

/** Calls about tokens of directories. */
export const useScimService = serviceOf(({ send }) => createScimService(send))

/** Calls about workers that run launches. */
export const useWorkersService = serviceOf(({ send }) => createWorkersService(send))
