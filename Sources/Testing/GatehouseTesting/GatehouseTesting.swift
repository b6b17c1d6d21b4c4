// GatehouseTesting
