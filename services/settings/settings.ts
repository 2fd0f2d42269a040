import type { Send } from '../http/http.ts'
import { createChangeLogService } from './change-log.ts'
import { createExploratoryUsesService } from './exploratory-uses.ts'
import { createGeneralService } from './general.ts'
import { createConfigurationsService } from './configurations.ts'
import { createEnvironmentsService } from './environments.ts'
import { createHeldListsService } from './held-lists.ts'
import { createTestCaseFieldsService } from './test-case-fields.ts'
import { createMembersService } from './members.ts'
import { createMilestonesService } from './milestones.ts'
import { createRequirementSystemsService } from './requirement-systems.ts'

/** Calls about project settings, by subject. */
export const createSettingsService = (send: Send) => ({
  changeLog: createChangeLogService(send),
  general: createGeneralService(send),
  heldLists: createHeldListsService(send),
  testCaseFields: createTestCaseFieldsService(send),
  members: createMembersService(send),
  configurations: createConfigurationsService(send),
  environments: createEnvironmentsService(send),
  milestones: createMilestonesService(send),
  requirementSystems: createRequirementSystemsService(send),
  exploratoryUses: createExploratoryUsesService(send),
})
