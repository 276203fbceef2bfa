/** Calls of the provider directory: offices verify and change it, plan staff look after it. */
export {}
