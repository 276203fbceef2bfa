import { hashingCost } from '../../server/src/platform/identity/password.ts'

// Loaded into the test server before its own program. The journeys make hundreds of hashes, and none is about their cost.
hashingCost.memory = 64
