"""HTTP: the resolver, the bodies and answers, the errors. Nothing else here knows HTTP."""
