/** Capabilities whose commands the outbox sends; each module registers its own. */
import '../../../store/outbox/exploratory/definition.ts'
import '../../../store/outbox/runs/definition.ts'
