import { hashingCost } from '../../server/src/platform/identity/password.ts'

// Loaded into the test server first. Journeys make hundreds of password hashes; none of them tests their cost.
hashingCost.memory = 64
